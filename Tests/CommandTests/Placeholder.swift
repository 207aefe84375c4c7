enum CommandTestsPlaceholder {}
