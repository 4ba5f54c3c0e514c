// The entries of a declared collection.
import { type Ask, readOne } from './ask.ts'
import { bodyOf } from './body.ts'
import { itemsIn } from './stream.ts'
import type * as types from './types.ts'

type Usual = types.EntryField
type Further = types.FurtherEntryField

export const entriesOf = <Fields>(ask: Ask, collection: string) => ({
  /** Returns one page. */
  async list<Selected extends Usual = Usual, Included extends Further = never>(
    options?: types.EntryListOptions<Selected, Included, Fields>,
  ): Promise<types.EntryList<types.EntryWith<Fields, Selected | Included>>> {
    return bodyOf(await ask(['entries', collection], options), 'entries', 'pagination')
  },

  /** Every entry in one request, each as soon as it has arrived. To stop early closes the connection. */
  async *all<Selected extends Usual = Usual, Included extends Further = never>(
    options?: types.EntriesOptions<Selected, Included, Fields>,
  ): AsyncGenerator<types.EntryWith<Fields, Selected | Included>, void, undefined> {
    yield* itemsIn(await ask(['entries', collection], { ...options, limit: 'all' }), 'entries')
  },

  /** Returns an entry by path, id or an earlier path. @throws {NotFound} */
  get<Selected extends Usual = Usual, Included extends Further = never>(
    path: string,
    options?: types.PostOptions<Selected, Included>,
  ): Promise<types.EntryWith<Fields, Selected | Included>> {
    return readOne(ask, ['entries', collection, ...path.split('/')], 'entry', options)
  },
})
