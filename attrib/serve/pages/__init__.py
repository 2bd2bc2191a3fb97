"""The pages where people look: rendered here, readable without a script, nothing from elsewhere."""
