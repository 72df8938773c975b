"""The tab Task: a run is started, steered and shown as it happens."""
