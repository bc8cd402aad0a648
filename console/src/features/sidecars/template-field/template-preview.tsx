import { previewTemplate } from '@logyard/contract/sidecars/configurations'
import { listSidecars } from '@logyard/contract/sidecars/sidecars'
import { Alert, Box, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery, pickQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { refusalText } from '../refusal-text.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'
import classes from '../sidecars.module.css'

const TYPING_PAUSE_MS = 400
/** Placeholders in place of a sidecar. */
const NO_SIDECAR = ''
const SUGGESTED = 20

/** The rendering for a sidecar, while the template is edited. */
export function TemplatePreview({ template }: { template: string }) {
  const t = useText()
  const call = useCall()
  const maySeeSidecars = useMay()(listSidecars)
  const [nodeId, setNodeId] = useState(NO_SIDECAR)
  const [settled] = useDebouncedValue(template, TYPING_PAUSE_MS)
  const body = { template: settled, ...(nodeId === NO_SIDECAR ? {} : { node_id: nodeId }) }
  const preview = useQuery({
    ...callQuery(call, [...SIDECARS_KEY, 'preview', body], previewTemplate, { body }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  })
  const refusal = refusalText(preview.error)
  useFailureToast(refusal === undefined ? preview.error : null, 'sidecars.toast.previewFailed')
  const isOld = preview.isPlaceholderData || settled !== template
  return (
    <Stack gap="sm">
      {maySeeSidecars && <SidecarSelect value={nodeId} onChange={setNodeId} />}
      {refusal !== undefined && (
        <Alert color="red" title={t('sidecars.preview.refused')}>
          <span translate="no">{refusal}</span>
        </Alert>
      )}
      {preview.isPending && <LoadingLines lines={4} />}
      {preview.data !== undefined && refusal === undefined && (
        <Box
          component="section"
          className={classes['output'] ?? ''}
          mih={80}
          mah={480}
          data-old={isOld || undefined}
          aria-label={t('sidecars.preview')}
          translate="no"
          // A long text scrolls by keyboard.
          tabIndex={0}
        >
          {preview.data.preview.trim() === '' ? t('sidecars.preview.empty') : preview.data.preview}
        </Box>
      )}
    </Stack>
  )
}

/** Finds sidecars on the server, because there may be thousands. */
function SidecarSelect({ value, onChange }: { value: string; onChange: (nodeId: string) => void }) {
  const t = useText()
  const call = useCall()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>()
  const placeholders = { value: NO_SIDECAR, label: t('sidecars.preview.placeholders') }
  // The field holds the name of what is chosen until the user types.
  const typed = search === (chosen ?? placeholders).label ? '' : search
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const quoted = settled.replaceAll(/["\\]/g, '')
  const query = { query: quoted === '' ? '' : `name:"${quoted}"`, per_page: SUGGESTED, page: 1 }
  const found = useQuery({
    ...pickQuery(call, [...SIDECARS_KEY, 'suggested', query], ({ sidecars }) => sidecars, listSidecars, { query }),
    placeholderData: keepPreviousData,
  })
  const options = (found.data ?? []).map(({ node_id: id, node_name: name }) => ({ value: id, label: name }))
  const others = chosen === undefined || options.some((option) => option.value === chosen.value) ? [] : [chosen]
  const data = [placeholders, ...others, ...options]
  return (
    <Select
      label={t('sidecars.preview.sidecar')}
      size="xs"
      searchable
      allowDeselect={false}
      filter={({ options: all }) => all}
      attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
      data={data}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(next) => {
        const option = data.find((one) => one.value === next)
        setChosen(option?.value === NO_SIDECAR ? undefined : option)
        onChange(next ?? NO_SIDECAR)
      }}
    />
  )
}
