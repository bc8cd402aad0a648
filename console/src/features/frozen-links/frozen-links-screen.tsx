import { deleteFrozenLink, type FrozenLink, listFrozenLinks } from '@logyard/contract/search/frozen-links'
import { IconSnowflake, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/call-query.ts'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { FROZEN_LINKS_KEY } from '../../sharing/frozen/frozen-queries.ts'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'

const MAX_NAME = 120

/** The first line of the note, or else the query. */
const nameOf = ({ note, query }: FrozenLink) => (note.split('\n')[0] || query || '*').slice(0, MAX_NAME)

/** The links that the user froze. */
export function FrozenLinksScreen() {
  const t = useText()
  const call = useCall()
  const links = useQuery(callQuery(call, FROZEN_LINKS_KEY, listFrozenLinks))
  const remove = useAskedAction({
    run: (toServer, { id }: FrozenLink) => toServer(deleteFrozenLink, { params: { frozenLinkId: id } }),
    texts: 'sharing.frozen.delete',
    question: 'sharing.frozen.delete',
    values: (link) => ({ name: nameOf(link) }),
    changes: [FROZEN_LINKS_KEY],
  })
  return (
    <Page title={t('sharing.frozen.mine')}>
      <Loaded query={links}>
        {({ frozen_links: all }) =>
          all.length === 0 ? (
            <EmptyState
              icon={<IconSnowflake />}
              title={t('sharing.frozen.none')}
              text={t('sharing.frozen.none.text')}
            />
          ) : (
            <PlainTable
              label={t('sharing.frozen.mine')}
              minWidth={0}
              rows={all}
              rowId={({ id }) => id}
              columns={[
                {
                  header: t('sharing.frozen.note.column'),
                  isData: true,
                  cell: (link) => <AppLink to={routes.frozen.link(link.id)}>{nameOf(link)}</AppLink>,
                },
                {
                  header: t('sharing.frozen.messages'),
                  align: 'right',
                  width: 110,
                  cell: (link) => link.message_count,
                },
                {
                  header: t('sharing.frozen.at'),
                  width: 180,
                  cell: (link) => <Instant instant={link.created_at} />,
                },
                {
                  width: 40,
                  cell: (link) => (
                    <ToolButton
                      label={t('sharing.frozen.deleteOne', { name: nameOf(link) })}
                      onClick={() => void remove(link)}
                    >
                      <IconTrash size={15} />
                    </ToolButton>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
