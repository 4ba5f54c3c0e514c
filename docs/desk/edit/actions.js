// The actions on a whole post: publish it or take it back, rename it, delete it.
import { element } from '../../element.js'
import { dateField, now } from './date-field.js'
import { ask, tell } from './dialog.js'
import { labelFor } from './inputs.js'
import { reasonOf } from './wire.js'

/** @typedef {import('./wire.js').Value} Value */

/** @typedef {(changes: Record<string, Value>) => Promise<Record<string, string>>} Change gives what was refused, and why */
/** @typedef {ReturnType<typeof import('./wire.js').wireOf>} Wire */
/** @typedef {{ tag(): string, save(): Promise<boolean>, values(): Record<string, any>, slug(): string }} Post */

/**
 * @param {Wire} wire @param {Post} post @param {Change} change
 * @param {Pick<import('../source.js').Place, 'path' | 'collection'>} place of its file
 * @param {(file?: string) => void} go where it is then
 */
export function actionsOf(wire, { tag, save, values, slug }, change, { path, collection }, go) {
  const what = collection ? 'entry' : 'post'
  const publish = button('Publish', async () => {
    if (values().status !== 'draft') return set({ status: 'draft' })
    // An entry need not have a date.
    if (collection) return set({ status: null })
    const field = dateField({ id: 'publish-date', changed: () => {} })
    field.show(values().publishedAt ?? now())
    const label = labelFor('publish-date', 'Date')
    const note = quiet('Readers see it from then on; a date in the future schedules it.')
    await ask('Publish this post', [label, field.element, note], [['publish', 'Publish']], () =>
      set({ status: null, publishedAt: field.value() }),
    )
  })

  /** @param {Record<string, Value>} changes */
  async function set(changes) {
    const [reason] = Object.values(await change(changes))
    if (reason !== undefined) throw new Error(reason)
    await save()
  }

  const rename = button('Rename', async () => {
    const input = element('input', { id: 'rename-slug', type: 'text', autocomplete: 'off', required: true })
    input.value = slug()
    const label = element(
      'label',
      { for: 'rename-slug' },
      collection ? 'Path' : 'Slug, the post’s name in addresses',
    )
    const note = quiet('What links to it is changed, too, and its earlier address still leads to it.')
    await ask(`Rename this ${what}`, [label, input, note], [['rename', 'Rename']], async () => {
      if (!(await save())) throw new Error('It has to be saved first.')
      go((await wire.rename(input.value.trim(), tag())).file)
    })
  })

  const remove = button('Delete', async () => {
    let where = ''
    const name = element('p', {}, element('code', {}, path))
    const note = quiet('The file is moved to where no build reads it. What has not been saved is lost.')
    await ask(`Delete this ${what}?`, [name, note], [['delete', 'Delete']], async () => {
      where = (await wire.remove(tag())).moved
    })
    if (where === '') return
    go()
    const file = element('code', {}, where)
    await tell(`The ${what} is deleted`, 'Its file is now ', file, '. Move it back to have it again.')
  })

  return {
    elements: [publish, rename, remove],
    update() {
      publish.textContent = values().status !== 'draft' ? 'Unpublish' : collection ? 'Publish' : 'Publish…'
    },
  }
}

/** @param {string} text */
function quiet(text) {
  return element('p', { class: 'quiet' }, text)
}

/** @param {string} label @param {() => Promise<unknown>} run */
function button(label, run) {
  const click = async () => {
    try {
      await run()
    } catch (error) {
      await tell(`${label} did not work`, reasonOf(error))
    }
  }
  return element('button', { type: 'button', click }, label)
}
