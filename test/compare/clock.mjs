// Imported before a process's own code: its clock stands still at TEST_CLOCK, in ms since the epoch.
const now = Number(process.env.TEST_CLOCK)
Date.now = () => now
