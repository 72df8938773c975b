"""The tab "Models": what is offered and here, fetching, choosing, measuring, removing."""
