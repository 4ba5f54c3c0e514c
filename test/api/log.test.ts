// What is logged in a bad hour.
import { beforeEach, expect, test } from 'vitest'
import { withoutRepeats } from '../../api/_app/http/log.ts'

let said: string[]
let time: number
let log: (line: string) => void
beforeEach(() => {
  said = []
  time = Date.UTC(2026, 0, 1)
  log = withoutRepeats(
    (line) => said.push(line),
    () => time,
  )
})

test('a line is logged once a minute, whichever record or entry it is about', () => {
  const lines = [
    'posts.json: record 5 is damaged',
    'posts.json: record 17 is damaged',
    'names.txt: is missing',
  ]
  for (const line of lines) log(line)
  expect(said).toEqual([lines[0], lines[2]])
  time += 59_999
  for (const line of lines) log(line)
  expect(said).toHaveLength(2)
  time += 1
  for (const line of lines) log(line)
  expect(said.slice(2)).toEqual([lines[0], lines[2]])
})

test.each(['record', 'piece', 'entry', 'block', 'ends'])('what varies is the number behind "%s"', (word) => {
  for (const line of [
    `a ${word} 5 b`,
    `a ${word} 61 b`,
    `a ${word}  5`,
    `a ${word}  6`,
    `a x${word} 5`,
    `a x${word} 6`,
  ])
    log(line)
  expect(said).toEqual([`a ${word} 5 b`, `a ${word}  5`, `a ${word}  6`, `a x${word} 5`, `a x${word} 6`])
})

test('a clock that is set back does not suppress lines', () => {
  log('one')
  time -= 60_000
  log('one')
  expect(said).toEqual(['one', 'one'])
})

test('a hundred different lines are logged within a minute, and once that there were more', () => {
  const line = (number: number) => `file${number}.json is damaged`
  for (let number = 0; number < 150; number++) log(line(number))
  expect(said).toHaveLength(101)
  expect(said.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, number) => line(number)))
  expect(said[100]).toMatch(/^more than 100 different lines in a minute/)
  log(line(0))
  expect(said).toHaveLength(101)
  time += 60_000
  log(line(149))
  expect(said.at(-1)).toBe(line(149))
})
