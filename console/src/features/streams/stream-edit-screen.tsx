import { grn } from '@logyard/contract/identity/shares'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import { pauseStream, type Stream, updateStream } from '@logyard/contract/streams/streams'
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
import { ShareButton } from '../../sharing/share-button.tsx'
import { useFormDialog } from '../../ui/form/form-dialog.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { exampleFor } from './matching/example-for-rules.ts'
import { exampleText, parseExample } from './matching/example-message.ts'
import { ExampleMessageField } from './matching/example-message-field.tsx'
import { MatchVerdict } from './matching/match-verdict.tsx'
import { MatchCount } from './rules/match-count.tsx'
import { MatchingTypeChoice } from './rules/matching-type-choice.tsx'
import { type EditedRule, RuleDialog } from './rules/rule-dialog.tsx'
import { ruleDraft, ruleValues } from './rules/rule-draft.ts'
import { RuleList } from './rules/rule-list.tsx'
import { useStartStream } from './stream-actions.tsx'
import { matchQuery, streamQuery } from './stream-queries.ts'
import { UnusualOfStream } from './unusual-of-stream.tsx'

const TYPING_PAUSE_MS = 250
const SOURCES = ['recent', 'id'] as const

/** The rules of one stream, tested with an example message while they are edited. */
export function StreamEditScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.streamEdit)
  const stream = useQuery(streamQuery(useCall(), id))
  useFailureToast(unlessMissing(stream.error), 'streams.toast.getFailed')
  return (
    <Loaded query={stream} isPageEntity>
      {(loaded) => (
        <Page
          title={t('streams.rulesOf')}
          subject={loaded.title}
          description={loaded.is_editable ? t('streams.rulesOf.description') : undefined}
          action={<ShareButton grn={grn('stream', id)} type="stream" title={loaded.title} />}
          width="reading"
        >
          {loaded.is_editable ? (
            <RulesEditor key={id} stream={loaded} />
          ) : (
            <Alert color="gray" icon={<IconLock />}>
              {t('streams.defaultStream.notEditable')}
            </Alert>
          )}
          <UnusualOfStream streamId={id} />
        </Page>
      )}
    </Loaded>
  )
}

function RulesEditor({ stream }: { stream: Stream }) {
  const t = useText()
  const canEdit = useMay()(updateStream, { id: stream.id })
  const [text, setText] = useState('')
  const [settledText] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const example = useMemo(() => parseExample(settledText), [settledText])
  const fields = example.kind === 'message' ? example.fields : undefined
  const match = useQuery(matchQuery(useCall(), stream.id, fields))
  const result = fields === undefined ? undefined : match.data
  useFailureToast(match.error, 'streams.toast.testFailed')
  const linked = useLinkedMessage()
  const loadExample = useCallback(({ fields: loaded }: LoadedMessage) => setText(exampleText(loaded)), [])
  const dialog = useFormDialog<EditedRule>()
  const openDialog = (rule: StreamRule | undefined) => dialog.open({ streamId: stream.id, rule })
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
      <RuleDialog dialog={dialog} fieldNames={Object.keys(fields ?? {})} />
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
  const start = useStartStream()
  const isStopped = stream.disabled && stream.rules.length > 0
  const canStart = useMay()(pauseStream, { id: stream.id })
  return (
    <Stack gap="md" mb="lg">
      {isStopped && (
        <Alert color="amber" icon={<IconPlayerPause />} title={t('streams.stopped.title')}>
          {t('streams.stopped.text')}
        </Alert>
      )}
      <Group gap="sm">
        {isStopped && canStart && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={start.isPending}
            onClick={() => start.mutate(stream.id)}
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
