import { previewNotificationTemplate } from '@logyard/contract/event-notifications/event-notifications'
import { Button, Group, Input, Paper, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import { callQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { isoTime } from '../../ui/time/iso-time.ts'
import { instantMs } from '../../ui/time/relative-time.tsx'
import classes from '../notification-form.module.css'
import { recentEventsQuery } from './recent-events-query.ts'

const TYPING_PAUSE_MS = 400
/** Selects the test event. */
const TEST_EVENT = ''

interface PreviewPart {
  readonly label: string
  readonly template: string
  /** Shown as a mail program shows it. */
  readonly isHtml?: boolean
}

/** Shows templates with a stored event, or with a test event. */
export function TemplatePreview({ parts }: { readonly parts: readonly PreviewPart[] }) {
  const t = useText()
  const canPreview = useMay()(previewNotificationTemplate)
  const [isOpen, setIsOpen] = useState(false)
  const [eventId, setEventId] = useState(TEST_EVENT)
  if (!canPreview) return null
  return (
    <Stack gap="sm">
      <Button
        style={{ alignSelf: 'flex-start' }}
        size="compact-sm"
        variant="default"
        leftSection={isOpen ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'eventNotifications.preview.hide' : 'eventNotifications.preview.show')}
      </Button>
      {isOpen && (
        <Paper component="section" withBorder p="md" radius="sm" aria-label={t('eventNotifications.preview')}>
          <Stack gap="md">
            <EventSelect value={eventId} onChange={setEventId} />
            {parts.map((part) => (
              <Rendered key={part.label} {...part} eventId={eventId} />
            ))}
          </Stack>
        </Paper>
      )}
    </Stack>
  )
}

function EventSelect({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const t = useText()
  const { timeZone } = useIntl()
  const events = useQuery(recentEventsQuery(useCall())).data ?? []
  return (
    <Select
      label={t('eventNotifications.preview.event')}
      description={events.length === 0 ? t('eventNotifications.preview.noEvents') : undefined}
      allowDeselect={false}
      attributes={{ dropdown: { translate: 'no' } }}
      data={[
        { value: TEST_EVENT, label: t('eventNotifications.preview.testEvent') },
        ...events.map(({ id, timestamp, message }) => ({
          value: id,
          label: `${isoTime(instantMs(timestamp), timeZone)}  ${message}`,
        })),
      ]}
      value={value}
      onChange={(next) => onChange(next ?? TEST_EVENT)}
    />
  )
}

function Rendered({ label, template, isHtml = false, eventId }: PreviewPart & { readonly eventId: string }) {
  const t = useText()
  const call = useCall()
  const [settled] = useDebouncedValue(template, TYPING_PAUSE_MS)
  const body = { template: settled, event_id: eventId === TEST_EVENT ? null : eventId, is_html: isHtml }
  const preview = useQuery({
    ...callQuery(call, [...EVENT_NOTIFICATIONS_KEY, 'preview', body], previewNotificationTemplate, { body }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Input.Label component="div" translate="no">
          {label}
        </Input.Label>
      </Group>
      <Loaded query={preview} lines={2}>
        {({ text, missing }) => (
          <>
            <RenderedText
              label={t('eventNotifications.preview.of', { label })}
              text={text}
              isHtml={isHtml}
              isOld={preview.isPlaceholderData || settled !== template}
            />
            {missing.length > 0 && (
              <Text size="xs" c="var(--ly-warn-text)" mt={4}>
                {t('eventNotifications.preview.missing', { names: missing.join(', ') })}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

interface RenderedTextProps {
  readonly label: string
  readonly text: string
  readonly isHtml: boolean
  readonly isOld: boolean
}

function RenderedText({ label, text, isHtml, isOld }: RenderedTextProps) {
  const old = isOld || undefined
  // Neither scripts nor forms nor links work in the sandbox.
  if (isHtml) return <iframe className={classes['html']} title={label} sandbox="" srcDoc={text} data-old={old} />
  return (
    <section
      className={classes['rendered']}
      data-old={old}
      translate="no"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
      tabIndex={0}
      aria-label={label}
    >
      {text}
    </section>
  )
}
