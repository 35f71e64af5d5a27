"""Telling people outside the browser that it is their turn: push messages, e-mails, webhooks."""
