"""The tab Models: listing, downloading, choosing, measuring and removing models."""
