// A problem in one line, as `galley check` prints it.
import { type Problem, partsOf } from '../../build/problems/problem.ts'
import { printable } from '../../snapshot/printable.ts'

/** `content/demo/posts/hello.md:4:8  error  unknown-tag  There is no tag "javscript". …` */
export function problemLine(problem: Problem): string {
  return printable(partsOf(problem).join('  '))
}
