enum VencejoSocketsPlaceholder {}
