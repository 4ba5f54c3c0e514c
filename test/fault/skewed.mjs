// Imported before a process's own code: its clock is two hours ahead.
const Real = Date
const ahead = 7_200_000
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(Real.now() + ahead)
  }
  static now() {
    return Real.now() + ahead
  }
}
