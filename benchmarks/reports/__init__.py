"""What came out of a benchmark: result files, tables, comparison, causes of failures."""
