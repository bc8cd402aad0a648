import { grn } from '@logyard/contract/identity/shares'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import type { Stream } from '@logyard/contract/streams/streams'
import { Alert, Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useCommand } from '../../base/page/commands.tsx'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'
import { type ExampleFields, exampleFor, exampleText, parseExample } from './matching/example-message.ts'
import { ExampleMessageField } from './matching/example-message-field.tsx'
import { MatchVerdict } from './matching/match-verdict.tsx'
import { MessageLoader } from './matching/message-loader.tsx'
import { MatchingTypeChoice } from './rules/matching-type-choice.tsx'
import { RuleDialog } from './rules/rule-dialog.tsx'
import { RuleList } from './rules/rule-list.tsx'
import { mayEditStream } from './stream-permissions.ts'
import { matchQuery, streamQuery } from './stream-queries.ts'
import { UnusualOfStream } from './unusual-of-stream.tsx'

const TYPING_PAUSE_MS = 250

export const streamEditScreenWith = (ShareButton: ShareButtonComponent) => () => (
  <StreamEditScreen ShareButton={ShareButton} />
)

/** The rules of one stream, tested with an example message while they are edited. */
function StreamEditScreen({ ShareButton }: { ShareButton: ShareButtonComponent }) {
  const t = useText()
  const { id } = useRouteParams(routes.streamEdit)
  const stream = useQuery(streamQuery(useCall(), id))
  useFailureToast(
    stream.error,
    (status) => t('streams.toast.getFailed', { status }),
    t('streams.toast.getFailed.title'),
  )
  if (stream.isPending) return <Loading />
  if (stream.isError) return <LoadFailed error={stream.error} onRetry={stream.refetch} isPageEntity />
  const { title, is_editable: isEditable } = stream.data
  return (
    <Page
      title={t('streams.rulesOf')}
      subject={title}
      description={isEditable ? t('streams.rulesOf.description') : undefined}
      crumbs={[{ label: t('shell.streams'), to: routes.streams() }]}
      action={<ShareButton grn={grn('stream', id)} type="stream" title={title} />}
      width="reading"
    >
      {isEditable ? (
        <RulesEditor key={id} stream={stream.data} />
      ) : (
        <Alert variant="light" color="gray" icon={<IconLock />}>
          {t('streams.defaultStream.notEditable')}
        </Alert>
      )}
      <UnusualOfStream streamId={id} />
    </Page>
  )
}

function RulesEditor({ stream }: { stream: Stream }) {
  const t = useText()
  const canEdit = mayEditStream(useMay(), stream)
  const [text, setText] = useState('')
  const [settledText] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const example = useMemo(() => parseExample(settledText), [settledText])
  const fields = example.kind === 'message' ? example.fields : undefined
  const match = useQuery(matchQuery(useCall(), stream.id, fields))
  const result = fields === undefined ? undefined : match.data
  useFailureToast(
    match.error,
    (status) => t('streams.toast.testFailed', { status }),
    t('streams.toast.testFailed.title'),
  )
  const loadExample = useCallback((loaded: ExampleFields) => setText(exampleText(loaded)), [])
  // The dialog keeps its content during the closing animation.
  const [edited, setEdited] = useState<StreamRule>()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const openDialog = (rule: StreamRule | undefined) => {
    setEdited(rule)
    setIsDialogOpen(true)
  }
  useCommand('streams.addRule', t('streams.rules.add'), () => openDialog(undefined), canEdit)
  return (
    <>
      <FormSection title={t('streams.example')} description={t('streams.example.description')}>
        <MessageLoader onLoad={loadExample} />
        <ExampleMessageField text={text} example={example} suggestion={exampleFor(stream.rules)} onChange={setText} />
      </FormSection>
      <FormSection
        title={t('streams.rules.manage')}
        description={t('streams.rules.manage.description')}
        action={
          canEdit && (
            <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => openDialog(undefined)}>
              {t('streams.rules.add')}
            </Button>
          )
        }
      >
        <MatchingTypeChoice stream={stream} canEdit={canEdit} />
        <MatchVerdict result={result} />
        <RuleList rules={stream.rules} canEdit={canEdit} onEdit={openDialog} verdicts={result?.rules} />
      </FormSection>
      <Group>
        <LinkButton to={routes.streams()}>{t('streams.rules.done')}</LinkButton>
      </Group>
      <RuleDialog
        streamId={stream.id}
        rule={edited}
        fieldNames={Object.keys(fields ?? {})}
        isOpen={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
      />
    </>
  )
}
