import type { Token } from '@logyard/contract/identity/tokens'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { pageInMemory } from '../../../ui/data-table/rows-in-memory.ts'

/** The API returns all tokens at once, so the console searches, sorts and pages them. */
export const tokenRows = (tokens: readonly Token[], list: ListPosition) =>
  pageInMemory(tokens, list, {
    text: ({ name, token }) => `${name}\n${token}`,
    // ISO instants compare as text.
    sort: {
      name: ({ name }) => name,
      created_at: ({ created_at: at }) => at,
      last_access: ({ last_access: at }) => at,
      expires_at: ({ expires_at: at }) => at,
    },
  })
