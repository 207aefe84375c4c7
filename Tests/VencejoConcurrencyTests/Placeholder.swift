enum VencejoConcurrencyTestsPlaceholder {}
