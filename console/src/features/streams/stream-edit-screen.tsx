import { grn } from '@logyard/contract/identity/shares'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import type { Stream } from '@logyard/contract/streams/streams'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLock, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useCommand } from '../../base/page/commands.tsx'
import { useQueryValues, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import type { LoadedMessage, StoredMessage } from '../../messages-table/loader/loaded-message.ts'
import { MessageLoader } from '../../messages-table/loader/message-loader.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'
import { exampleFor } from './matching/example-for-rules.ts'
import { exampleText, parseExample } from './matching/example-message.ts'
import { ExampleMessageField } from './matching/example-message-field.tsx'
import { MatchVerdict } from './matching/match-verdict.tsx'
import { MatchCount } from './rules/match-count.tsx'
import { MatchingTypeChoice } from './rules/matching-type-choice.tsx'
import { RuleDialog } from './rules/rule-dialog.tsx'
import { ruleDraft, ruleValues } from './rules/rule-draft.ts'
import { RuleList } from './rules/rule-list.tsx'
import { useSwitchStream } from './stream-actions.ts'
import { mayEditStream, maySwitchStream } from './stream-permissions.ts'
import { matchQuery, streamQuery } from './stream-queries.ts'
import { UnusualOfStream } from './unusual-of-stream.tsx'

const TYPING_PAUSE_MS = 250
const SOURCES = ['recent', 'id'] as const

export const streamEditScreenWith = (ShareButton: ShareButtonComponent) => () => (
  <StreamEditScreen ShareButton={ShareButton} />
)

/** The rules of one stream, tested with an example message while they are edited. */
function StreamEditScreen({ ShareButton }: { ShareButton: ShareButtonComponent }) {
  const t = useText()
  const { id } = useRouteParams(routes.streamEdit)
  const stream = useQuery(streamQuery(useCall(), id))
  useFailureToast(
    unlessMissing(stream.error),
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
  const linked = useLinkedMessage()
  const loadExample = useCallback(({ fields: loaded }: LoadedMessage) => setText(exampleText(loaded)), [])
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
      <FormSection
        title={t('streams.rules.manage')}
        action={
          canEdit && (
            <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => openDialog(undefined)}>
              {t('streams.rules.add')}
            </Button>
          )
        }
      >
        <MatchingTypeChoice stream={stream} canEdit={canEdit} />
        <RuleList rules={stream.rules} canEdit={canEdit} onEdit={openDialog} verdicts={result?.rules} />
        {stream.rules.length > 0 && (
          <MatchCount rules={stream.rules.map(ruleValues).map(ruleDraft)} matchingType={stream.matching_type} />
        )}
      </FormSection>
      <FormSection title={t('streams.example')} description={t('streams.example.description')}>
        <MatchVerdict result={result} />
        <MessageLoader sources={SOURCES} linked={linked} onLoad={loadExample} />
        <ExampleMessageField text={text} example={example} suggestion={exampleFor(stream.rules)} onChange={setText} />
      </FormSection>
      <StartOrLeave stream={stream} />
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

/** The message that the address names; it needs both index and id. */
function useLinkedMessage(): StoredMessage | undefined {
  const values = useQueryValues()
  const [index, id] = [values.get('index') ?? '', values.get('message_id') ?? '']
  return useMemo(() => (index === '' || id === '' ? undefined : { index, id }), [index, id])
}

/** A stopped stream offers its start: its rules have no effect before. */
function StartOrLeave({ stream }: { stream: Stream }) {
  const t = useText()
  const start = useSwitchStream()
  const isStopped = stream.disabled && stream.rules.length > 0
  const canStart = maySwitchStream(useMay(), stream)
  return (
    <Stack gap="md" mb="lg">
      {isStopped && (
        <Alert variant="light" color="amber" icon={<IconPlayerPause />} title={t('streams.stopped.title')}>
          {t('streams.stopped.text')}
        </Alert>
      )}
      <Group gap="sm">
        {isStopped && canStart && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={start.isPending}
            onClick={() => start.mutate({ stream, to: 'running' })}
          >
            {t('streams.start')}
          </Button>
        )}
        <LinkButton variant={isStopped && canStart ? 'default' : 'filled'} to={routes.streams()}>
          {t('streams.rules.done')}
        </LinkButton>
      </Group>
    </Stack>
  )
}
