// What differs on Windows and can be tried anywhere.
import { expect, test } from 'vitest'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { rename } from '../../snapshot/format/sealed-file.ts'

test.each([
  ['..\\site\\content', '../site/content'],
  ['D:\\site\\content\\', 'D:/site/content'],
  ['D:/site\\content', 'D:/site/content'],
  ['\\\\server\\share\\content', '//server/share/content'],
])('the folder %s is shown as %s', (path, shown) => {
  expect(displayPathOf(path, '\\')).toBe(shown)
})

test('on other systems a backslash is part of a name', () => {
  expect(displayPathOf('odd\\name/', '/')).toBe('odd\\name')
})

test('renaming waits until the file is closed, only on Windows', () => {
  const waiting = ['EPERM', 'EACCES', 'EBUSY', 'EPERM']
  const move = () => {
    const code = waiting.shift()
    if (code) throw Object.assign(new Error(`${code}: in the way`), { code })
  }
  expect(() => rename('a', 'b', 'linux', move)).toThrow('EPERM')
  rename('a', 'b', 'win32', move)
  expect(waiting).toEqual([])
})

test('renaming does not wait for errors that do not go away', () => {
  let tries = 0
  const move = () => {
    tries++
    throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' })
  }
  expect(() => rename('a', 'b', 'win32', move)).toThrow('ENOENT')
  expect(tries).toBe(1)
})
