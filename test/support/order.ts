// In which order suites run, and which of them each machine of the workflow runs.
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './suites.ts'

const pathOf = ({ moduleId }: TestSpecification) => moduleId.split('/test/').at(-1)!
const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder

/** The longest suites start first: one that starts last would run alone while the other core idles. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => groupOf(a) - groupOf(b) || secondsOf(pathOf(b)) - secondsOf(pathOf(a)))
  }

  /** Each suite goes to the shard that has least to do, so that all shards take as long. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }))
    for (const file of await this.sort([...files])) {
      const next = shards.reduce((least, one) => (one.seconds < least.seconds ? one : least))
      next.files.push(file)
      next.seconds += secondsOf(pathOf(file))
    }
    return shards[index - 1]!.files
  }
}

/** @param order the paths of all suites that run */
export function NearestFirst(order: readonly string[]) {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.sort((a, b) => order.indexOf(pathOf(a)) - order.indexOf(pathOf(b)))
    }
  }
}
