import { deleteFrozenLink, type OpenedFrozenLink, openFrozenLink } from '@logyard/contract/search/frozen-links'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconSearch, IconSnowflake, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/call-query.ts'
import { useGo, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { FROZEN_LINKS_KEY } from '../../sharing/frozen/frozen-queries.ts'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { DataName } from '../../ui/data-name.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import classes from './frozen-link.module.css'
import { FrozenMessages } from './frozen-messages.tsx'
import { searchOfLink } from './search-of-link.ts'

/** A frozen link: its note, its messages, and those that were deleted since. */
export function FrozenLinkScreen() {
  const t = useText()
  const call = useCall()
  const { frozenLinkId } = useRouteParams(routes.frozen.link)
  const opened = useQuery(
    callQuery(call, [...FROZEN_LINKS_KEY, frozenLinkId], openFrozenLink, { params: { frozenLinkId } }),
  )
  useFailureToast(opened.error, 'sharing.frozen.failed')
  if (opened.isError) return <LoadFailed error={opened.error} onRetry={opened.refetch} isPageEntity />
  if (opened.isPending) return <Loading />
  const { link, messages } = opened.data
  return (
    <Page title={t('sharing.frozen.title')} action={<Actions opened={opened.data} />}>
      <Stack gap="md">
        <Facts opened={opened.data} />
        {link.note !== '' && (
          <Text className={classes['note'] ?? ''} translate="no">
            {link.note}
          </Text>
        )}
        <Missing opened={opened.data} />
        {messages.length > 0 && <FrozenMessages messages={messages} columns={link.columns} />}
      </Stack>
    </Page>
  )
}

function Actions({ opened: { link, may_delete: mayDelete } }: { opened: OpenedFrozenLink }) {
  const t = useText()
  const go = useGo()
  const remove = useAskedAction({
    run: (call, { id }: OpenedFrozenLink['link']) => call(deleteFrozenLink, { params: { frozenLinkId: id } }),
    texts: 'sharing.frozen.delete',
    question: 'sharing.frozen.delete',
    values: ({ note, query }) => ({ name: note.split('\n')[0] || query }),
    changes: [],
  })
  return (
    <Group gap="xs">
      {mayDelete && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} />}
          onClick={async () => {
            if (await remove(link)) go(routes.frozen.list())
          }}
        >
          {t('sharing.frozen.deleteThis')}
        </Button>
      )}
      <LinkButton to={searchOfLink(link)} leftSection={<IconSearch size={15} />}>
        {t('sharing.frozen.search')}
      </LinkButton>
    </Group>
  )
}

function Facts({ opened: { link } }: { opened: OpenedFrozenLink }) {
  const rich = useRichText()
  const { created_by: by, created_at: at, timerange, message_count: count, query, filters } = link
  const texts = [query, ...filters].filter((text) => text.trim() !== '')
  return (
    <Stack gap={4} fz="sm">
      <Group gap={6} wrap="nowrap">
        <IconSnowflake size={16} aria-hidden />
        <span>{rich('sharing.frozen.by', { by: <DataName>{by}</DataName>, at: <Instant instant={at} /> })}</span>
      </Group>
      <span>
        {rich('sharing.frozen.range', {
          count,
          from: <Instant instant={timerange.from} />,
          to: <Instant instant={timerange.to} />,
        })}
      </span>
      {texts.map((text) => (
        <code key={text} className={classes['query']} translate="no">
          {text}
        </code>
      ))}
    </Stack>
  )
}

/** What the reader does not get, and why as far as it is known. */
function Missing({ opened: { link, gone, unreadable_count: unreadable } }: { opened: OpenedFrozenLink }) {
  const rich = useRichText()
  const t = useText()
  const lost = gone.reduce((sum, { count }) => sum + count, 0)
  if (lost === 0 && unreadable === 0) return null
  return (
    <Alert color="amber" role="status">
      {lost > 0 && (
        <>
          <Text size="sm" fw={600}>
            {t('sharing.frozen.gone', { count: lost, all: link.message_count })}
          </Text>
          <ul className={classes['gone']}>
            {gone.map(({ index, count, reason, at }) => (
              <li key={index}>
                {rich(`sharing.frozen.gone.${reason}`, { count, index: <DataName>{index}</DataName> })}
                {at !== null && (
                  <>
                    {' '}
                    (<Instant instant={at} />)
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {unreadable > 0 && <Text size="sm">{t('sharing.frozen.unreadable', { count: unreadable })}</Text>}
    </Alert>
  )
}
