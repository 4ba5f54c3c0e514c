// Imported before a process's own code: its clock stands still at GALLEY_CLOCK, in ms since the epoch.
const now = Number(process.env.GALLEY_CLOCK)
Date.now = () => now
