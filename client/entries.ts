// The entries of a declared collection.
import { type Ask, readOne } from './ask.ts'
import { bodyOf } from './body.ts'
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

  /** Returns an entry by path, id or an earlier path. @throws {NotFound} */
  get<Selected extends Usual = Usual, Included extends Further = never>(
    path: string,
    options?: types.PostOptions<Selected, Included>,
  ): Promise<types.EntryWith<Fields, Selected | Included>> {
    return readOne(ask, ['entries', collection, ...path.split('/')], 'entry', options)
  },
})
