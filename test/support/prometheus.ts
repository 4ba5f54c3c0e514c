// Prometheus' text format, read as strictly as Prometheus reads it, and checked for what it does not check.
// https://prometheus.io/docs/instrumenting/exposition_formats/

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** What is not a number is so in any case, as for Prometheus. @throws {Error} for text that is not in the format */
export function samplesIn(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const types = new Map<string, string>()
  const seen = new Set<string>()
  const samples: Sample[] = []
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, family = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? []
    if (kind === 'TYPE') {
      if (!/^(counter|gauge|histogram|summary)$/.test(rest) || types.has(family)) throw new Error(line)
      types.set(family, rest)
    }
    if (kind !== undefined || line === '') continue
    const sample = sampleIn(line)
    const known = [sample.name, sample.name.replace(/_(bucket|sum|count)$/, '')].some((name) =>
      types.has(name),
    )
    const identity = `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`
    if (!known || seen.has(identity)) throw new Error(`${line} has no type, or is there twice`)
    seen.add(identity)
    samples.push(sample)
  }
  for (const [family, type] of types) if (type === 'histogram') checkBuckets(family, samples)
  return samples
}

function sampleIn(line: string): Sample {
  const [, name, inner = '', number] =
    /^([a-zA-Z_:][\w:]*)(?:\{((?:[^"{}]|"(?:[^"\\]|\\["\\n])*")*)\})? (\S+)$/.exec(line) ?? []
  if (name === undefined) throw new Error(`${line} is no sample`)
  const labels: Record<string, string> = {}
  const rest = inner.replace(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g, (_, label, value) => {
    if (label in labels) throw new Error(`${line} has ${label} twice`)
    labels[label] = value.replace(/\\(.)/g, (_: string, one: string) => (one === 'n' ? '\n' : one))
    return ''
  })
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (rest !== '' || (Number.isNaN(value) && number?.toLowerCase() !== 'nan'))
    throw new Error(`${line} cannot be read`)
  return { name, labels, value }
}

/** They are cumulative, and the last one is the count. */
function checkBuckets(family: string, samples: readonly Sample[]): void {
  for (const { labels, value: count } of samples.filter(({ name }) => name === `${family}_count`)) {
    const own = samples.filter(
      ({ name, labels: other }) =>
        name === `${family}_bucket` && Object.entries(labels).every(([label, text]) => other[label] === text),
    )
    const values = own.map(({ value }) => value)
    const isCumulative = values.every((value, i) => i === 0 || value >= values[i - 1]!)
    if (!isCumulative || own.at(-1)?.labels.le !== '+Inf' || values.at(-1) !== count) throw new Error(family)
  }
}
