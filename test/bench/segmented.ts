// Whether each word within a sentence without spaces is found, in public collections whose words are told apart: clones of their
// repositories, beside each other in the folder that BENCH_COLLECTIONS names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryTerms, tokenize } from '../../packages/search/text/tokenize.ts'
import type { Row } from './table.ts'

interface Sentence {
  text: string
  words: readonly string[]
}

const collections: Record<string, [path: string, read: (path: string) => Sentence[]]> = {
  'Thai, UniversalDependencies/UD_Thai-PUD': ['UD_Thai-PUD/th_pud-ud-test.conllu', columns],
  'Khmer, ye-kyaw-thu/khPOS': ['khPOS/corpus-draft-ver-1.0/data/before-replace/train1.word', separated],
  'Burmese, ye-kyaw-thu/myPOS': ['myPOS/corpus-draft-ver-0.9/mypos-dver.0.9.word.txt', separated],
  'Lao, HaHVU/HVULao_NLP': ['HVULao_NLP/Datatest1k/testtag1k.json', labelled],
  'Tibetan, tibetan-nlp/soas-corpus': ['soas-corpus/brat/mila', annotated],
}

export function* segmented(): Generator<Row> {
  const folder = process.env.BENCH_COLLECTIONS ?? ''
  for (const [name, [path, read]] of Object.entries(collections)) {
    const what = `words found in their sentences, ${name}`
    if (folder === '' || !existsSync(join(folder, path))) {
      yield { what, unit: 'share', note: `skipped: BENCH_COLLECTIONS names no folder with ${path}` }
      continue
    }
    const sentences = read(join(folder, path)).filter(({ words }) => words.some(isTried))
    const words = sentences.flatMap((sentence) =>
      sentence.words.filter(isTried).map((word) => ({ sentence, word })),
    )
    const found = words.filter(({ sentence, word }) => isFoundIn(sentence.text, word))
    const note = `${words.length} words in ${sentences.length} sentences`
    yield { what, target: { least: 1 }, measured: found.length / words.length, unit: 'share', note }
  }
}

/** A word of two letters or more, of a script without spaces. */
function isTried(word: string): boolean {
  return /[\u0e01-\u109f\u1780-\u17ff]/.test(word) && (word.match(/[\p{L}\p{M}]/gu)?.length ?? 0) > 1
}

function isFoundIn(text: string, word: string): boolean {
  const terms = tokenize(text).map(({ term }) => term)
  const asked = queryTerms(word)
  return asked.length > 0 && asked.every(({ term }) => terms.some((one) => one.startsWith(term)))
}

const joined = (words: readonly string[]): Sentence => ({ text: words.join(''), words })

/** CoNLL-U: a line a word, which is in its second column; an empty line after each sentence. */
function columns(path: string): Sentence[] {
  const sentences = readFileSync(path, 'utf8').split('\n\n')
  return sentences.map((lines) => joined([...lines.matchAll(/^\d+\t([^\t]+)/gm)].map(([, word]) => word!)))
}

/** A line a sentence, with spaces between words and other signs within compounds. */
function separated(path: string): Sentence[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.map((line) => joined(line.split(/[\s_~^]+/).filter(Boolean)))
}

function labelled(path: string): Sentence[] {
  const sentences: { word: string }[][] = JSON.parse(readFileSync(path, 'utf8'))
  return sentences.map((words) => joined(words.map(({ word }) => word.trim())))
}

/** A text with its words annotated beside it, from and to; shads end its sentences. */
function annotated(folder: string): Sentence[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const notes = readFileSync(join(folder, name.replace(/txt$/, 'ann')), 'utf8')
      const words = [...notes.matchAll(/^T\d+\t\S+ (\d+) (\d+)\t/gm)].map(([, from, to]) => [
        Number(from),
        Number(to),
      ])
      return [...text.matchAll(/[^།]+/g)].map(({ index, 0: sentence }) => ({
        text: sentence,
        words: words
          .filter(([from, to]) => from! >= index && to! <= index + sentence.length)
          .map(([from, to]) => text.slice(from, to)),
      }))
    })
}
