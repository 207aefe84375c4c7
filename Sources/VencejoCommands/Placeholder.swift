enum VencejoCommandsPlaceholder {}
