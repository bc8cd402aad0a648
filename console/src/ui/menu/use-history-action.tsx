import { listAuditEntries } from '@logyard/contract/audit/audit'
import { IconHistory } from '@tabler/icons-react'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { RowAction } from './row-action.ts'

/** `const history = useHistoryAction()`, then `history(stream.id, stream.title)`: who changed an object, when, and how. */
export function useHistoryAction(): (id: string, name: string) => RowAction | false {
  const t = useText()
  const may = useMay()
  return (id, name) =>
    may(listAuditEntries) && {
      label: t('ui.history'),
      icon: <IconHistory size={15} />,
      to: routes.auditLog({ entity_id: id, of: name }),
    }
}
