import { Button, Group, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFormDialog } from '../../ui/form/form-dialog.tsx'
import { OutputDialog, type OutputSubject } from './output-dialog.tsx'
import { outputTypesQuery } from './output-queries.ts'
import classes from './outputs.module.css'

/** Picks a type and opens the form for a new output of it. */
export function LaunchOutput({ streamId }: { readonly streamId?: string }) {
  const t = useText()
  const types = useQuery({ ...outputTypesQuery(useCall()), enabled: useMay()('outputs:read') })
  const [chosen, setChosen] = useState<string | null>(null)
  const dialog = useFormDialog<OutputSubject>()
  const type = types.data?.[chosen ?? '']
  return (
    <Group gap="xs" wrap="nowrap" className={classes['chooser'] ?? ''}>
      <Select
        searchable
        className={classes['picker'] ?? ''}
        attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
        aria-label={t('outputs.type')}
        placeholder={t('outputs.type.select')}
        nothingFoundMessage={t('outputs.type.nothingFound')}
        data={Object.values(types.data ?? {}).map(({ type: value, human_name: label }) => ({ value, label }))}
        value={chosen}
        onChange={setChosen}
        disabled={types.data === undefined}
      />
      <Button
        className={classes['button'] ?? ''}
        leftSection={<IconPlayerPlay size={15} />}
        disabled={type === undefined}
        onClick={() => type !== undefined && dialog.open({ type })}
      >
        {t('outputs.launch')}
      </Button>
      <OutputDialog {...dialog} streamId={streamId} />
    </Group>
  )
}
