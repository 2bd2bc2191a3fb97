"""Whole answers: from a question to a report, one module each.

Nothing is imported here: an answer that is at hand must not wait for what makes others.
"""
