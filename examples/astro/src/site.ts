// What the workspace says about itself: workspace.yml.
import { createClient } from 'galley-client'
import { baseUrl, key } from './api'

export const site = await createClient({ baseUrl, key }).workspace()
