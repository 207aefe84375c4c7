enum VencejoCoreTestsPlaceholder {}
