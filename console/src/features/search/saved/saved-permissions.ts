import { editsSavedSearch } from '@logyard/contract/identity/rights'
import type { View } from '@logyard/contract/views/views'
import type { May } from '../../../base/session/current-user.tsx'

export const mayEditSearch = (may: May, view: View, username: string): boolean =>
  view.owner === username || may(editsSavedSearch, { id: view.id })
