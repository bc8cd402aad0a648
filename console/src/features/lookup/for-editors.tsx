import { updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'

/** Shows the form only to users who may change the table, cache or data adapter. */
export function ForEditors({ id, children }: { id: string; children: ReactNode }) {
  const t = useText()
  if (useMay()(updateLookupTable, { 'body id': id })) return children
  return (
    <Alert variant="light" color="gray" icon={<IconLock />}>
      {t('lookup.notEditable')}
    </Alert>
  )
}
