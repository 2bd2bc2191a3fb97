"""Forges: a row of equals on one HTTP client, and the rule of the one comment.

Only plain text and IDs come in here: what a comment says is made in `attrib.render`.
"""
