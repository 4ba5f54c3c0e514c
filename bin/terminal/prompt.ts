// Questions on a terminal, one line each.
import { createInterface } from 'node:readline'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { Console } from '../cli/command.ts'
import { printLine } from './print.ts'

export interface Prompt {
  /**
   * Asks until the answer is accepted.
   * @param otherwise the answer if none is given
   * @param reasonAgainst what is wrong with an answer, if anything is
   */
  ask(
    question: string,
    otherwise?: string,
    reasonAgainst?: (answer: string) => string | undefined,
  ): Promise<string>
  close(): void
}

/** Returns `undefined` unless somebody is there to answer. */
export function promptOn({ stdin, stderr }: Console): Prompt | undefined {
  const input = stderr.isTTY ? stdin?.() : undefined
  if (!input?.isTTY) return undefined
  const lines = createInterface({ input, terminal: false })
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(question, otherwise, reasonAgainst = () => undefined) {
      for (;;) {
        printLine(stderr, `${question}${otherwise ? ` [${otherwise}]` : ''}`)
        const { value, done } = await answers.next()
        if (done) throw new ConfigurationError('There was no answer, and nothing was written.')
        const answer = String(value).trim() || (otherwise ?? '')
        const reason = answer === '' && otherwise === undefined ? 'Write something.' : reasonAgainst(answer)
        if (reason === undefined) return answer
        printLine(stderr, reason)
      }
    },
    close: () => lines.close(),
  }
}
