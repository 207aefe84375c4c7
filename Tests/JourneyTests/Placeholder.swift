enum JourneyTestsPlaceholder {}
