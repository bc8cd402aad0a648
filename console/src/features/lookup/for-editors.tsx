import type { updateDataAdapter } from '@logyard/contract/lookup/data-adapters'
import type { updateLookupCache } from '@logyard/contract/lookup/lookup-caches'
import type { updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'

interface ForEditorsProps {
  readonly id: string
  readonly update: typeof updateLookupTable | typeof updateLookupCache | typeof updateDataAdapter
  readonly children: ReactNode
}

/** Shows the form only to users who may change the table, cache or data adapter. */
export function ForEditors({ id, update, children }: ForEditorsProps) {
  const t = useText()
  if (useMay()(update, { 'body id': id })) return children
  return (
    <Alert color="gray" icon={<IconLock />}>
      {t('lookup.notEditable')}
    </Alert>
  )
}
