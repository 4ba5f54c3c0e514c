// How lines of a server's log begin, and its last one.
import { fstatSync } from 'node:fs'
import { expect, test } from 'vitest'
import { summaryAtEnd, summaryOf } from '../../bin/commands/summary.ts'
import { printLine } from '../../bin/terminal/print.ts'
import { speaker } from '../../bin/terminal/stamp.ts'

test("lines begin with the time, unless the system's journal takes them", () => {
  const { dev, ino } = fstatSync(2)
  const said = (JOURNAL_STREAM?: string) => speaker({ JOURNAL_STREAM }, Date.UTC(2026, 4, 31, 9)).text
  expect(said(`${dev}:${ino}`)).toBe('galley:')
  // Whoever started it has a journal, but standard error leads elsewhere.
  for (const other of [undefined, '', `${dev}:${ino + 1}`, 'x']) {
    expect(said(other)).toBe('2026-05-31T09:00:00.000Z galley:')
  }
})

test.each([
  [[0, 0, 0, 0, 0, 0], 0.4, 'answered 0 requests in 0 s'],
  [[0, 0, 1, 0, 0, 0], 59.6, 'answered 1 request in 1 min: 2xx 1'],
  [[0, 0, 1_100, 90, 14, 0], 7_503, 'answered 1204 requests in 2 h 5 min: 2xx 1100, 3xx 90, 4xx 14'],
  [[0, 0, 0, 0, 0, 2], 90_061, 'answered 2 requests in 1 d 1 h: 5xx 2'],
  [[0, 0, 0, 0, 0, 0], 86_459, 'answered 0 requests in 1 d'],
])('of %j after %d s it says: %s', (served, seconds, line) => {
  expect(summaryOf(served, seconds)).toBe(line)
})

test.each([
  [['::error', '::x'], '\\x3a:error::x'],
  [[' ', ':', ':error::x'], ' \\x3a:error::x'],
  [['a ', '::error::x'], 'a ::error::x'],
])('of %j nothing is a command for a CI runner', (parts, line) => {
  let printed = ''
  printLine({ write: (text) => (printed += text) }, ...parts)
  expect(printed).toBe(`${line}\n`)
})

test('a server sums up what it has done once it has ended, or where its process ends before', () => {
  const before = process.listeners('exit')
  const told: string[][] = []
  const print = (line: string, end: string) => told.push([line, end])
  const end = summaryAtEnd([0, 0, 3, 0, 0, 0], print)
  const [interrupted] = process.listeners('exit').filter((one) => !before.includes(one))
  interrupted!(130)
  end()
  expect(told).toEqual([
    ['answered 3 requests in 0 s: 2xx 3', 'interrupted'],
    ['answered 3 requests in 0 s: 2xx 3', 'asked'],
  ])
  expect(process.listeners('exit')).toEqual(before)
})
