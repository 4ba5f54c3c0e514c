// One line of the output: what was measured, what it should be, what it is.

/** A share has three decimals. */
export type Unit = 'times' | 'ms' | 'MB' | 'share'

export interface Row {
  what: string
  /** The target, if there is one. */
  target?: { least: number } | { most: number }
  /** Left out where it could not be measured, as the note says. */
  measured?: number
  /** `times` for a ratio. */
  unit: Unit
  /** The figures behind it. */
  note: string
}

const widths = { what: 58, target: 10, measured: 12 }

export function header(): string {
  return columns('', 'target', 'measured', '')
}

export function line({ what, target, measured, unit, note }: Row): string {
  if (measured === undefined) return columns(what, '', '–', note)
  const verdict = target && !reaches(measured, target) ? 'missed: ' : ''
  return columns(what, target ? bound(target, unit) : '', figure(measured, unit), verdict + note)
}

export function reaches(measured: number, target: NonNullable<Row['target']>): boolean {
  return 'least' in target ? measured >= target.least : measured <= target.most
}

function bound(target: NonNullable<Row['target']>, unit: Unit): string {
  return 'least' in target ? `≥ ${figure(target.least, unit)}` : `≤ ${figure(target.most, unit)}`
}

function figure(value: number, unit: Unit): string {
  if (unit === 'share') return value.toFixed(3)
  return `${digits(value)} ${unit === 'times' ? '×' : unit}`
}

/** Three significant digits: such a measurement is no more precise. */
export function digits(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}

function columns(what: string, target: string, measured: string, note: string): string {
  const left = what.padEnd(widths.what) + target.padStart(widths.target) + measured.padStart(widths.measured)
  return `${left}  ${note}`.trimEnd()
}
