import { updateExtractor } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, Menu } from '@mantine/core'
import { IconArrowsSort, IconChevronDown, IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLinkProps } from '../../../base/routes/app-link.tsx'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { extractorsQuery } from '../../../ingest/extractors-query.ts'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { inputIdOf, useExtractorLinks } from '../extractor-links.ts'
import { WithInput } from '../input-page.tsx'
import { AddExtractor } from './add-extractor.tsx'
import { ExtractorTable } from './extractor-table.tsx'
import { SortDialog } from './sort-dialog.tsx'

export function ExtractorsScreen() {
  const { inputId, nodeId } = useRouteParams(routes.inputs.extractors)
  return <ExtractorsOf id={inputIdOf(inputId, nodeId)} />
}

export function GlobalExtractorsScreen() {
  return <ExtractorsOf id={useRouteParams(routes.inputs.globalExtractors).id} />
}

const ExtractorsOf = ({ id }: { id: string }) => (
  <WithInput id={id}>{(input) => <Extractors input={input} />}</WithInput>
)

function Extractors({ input }: { input: InputSummary }) {
  const t = useText()
  const extractors = useQuery(extractorsQuery(useCall(), input.id))
  const canEdit = useMay()(updateExtractor, { inputId: input.id })
  const [isSorting, setIsSorting] = useState(false)
  const count = extractors.data?.length ?? 0
  return (
    <Page title={t('extractors.of')} subject={input.title} action={<Actions input={input} canEdit={canEdit} />}>
      {canEdit && <AddExtractor key={input.id} input={input} isFirst={count === 0} />}
      <FormSection
        title={t('extractors.configured')}
        action={
          canEdit &&
          count > 1 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowsSort size={14} />}
              onClick={() => setIsSorting(true)}
            >
              {t('extractors.sort')}
            </Button>
          )
        }
      >
        <Loaded query={extractors} lines={4}>
          {(all) => <ExtractorTable input={input} extractors={all} canEdit={canEdit} />}
        </Loaded>
      </FormSection>
      <SortDialog
        input={input}
        extractors={extractors.data ?? []}
        isOpen={isSorting}
        close={() => setIsSorting(false)}
      />
    </Page>
  )
}

function Actions({ input, canEdit }: { input: InputSummary; canEdit: boolean }) {
  const t = useText()
  const links = useExtractorLinks(input)
  const importProps = useLinkProps(links.import)
  const exportProps = useLinkProps(links.export)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          {t('extractors.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {canEdit && (
          <Menu.Item component="a" {...importProps} leftSection={<IconUpload size={15} />}>
            {t('extractors.import')}
          </Menu.Item>
        )}
        <Menu.Item component="a" {...exportProps} leftSection={<IconDownload size={15} />}>
          {t('extractors.export')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
