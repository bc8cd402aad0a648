import type { HighlightingRule } from '@logyard/contract/views/view-state'
import { ActionIcon, ColorSwatch, Flex, Popover, Text, UnstyledButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useRichText, useText } from '../../base/text/text.tsx'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { HIGHLIGHT_COLORS, SEARCH_TERM_COLOR } from './highlight-colors.ts'
import classes from './highlighting-panel.module.css'

/** The highlighting rules of the page, with their colours. */
export function HighlightingPanel() {
  const t = useText()
  const { highlighting } = useSearchActions()
  return (
    <Flex component="ul" direction="column" gap="xs" aria-label={t('fields.highlighting.active')}>
      <li className={classes['rule']}>
        <ColorSwatch color={SEARCH_TERM_COLOR} size={18} withShadow />
        <Text size="sm">{t('fields.highlighting.terms')}</Text>
      </li>
      {highlighting.map((rule) => (
        <Rule key={JSON.stringify([rule.field, rule.value])} rule={rule} />
      ))}
      {highlighting.length === 0 && (
        <li>
          <Dimmed size="xs">{t('fields.highlighting.hint')}</Dimmed>
        </li>
      )}
    </Flex>
  )
}

function Rule({ rule }: { rule: HighlightingRule }) {
  const t = useText()
  const rich = useRichText()
  const confirm = useConfirm()
  const { removeHighlight } = useSearchActions()
  const { field, value } = rule
  async function remove() {
    const isSure = await confirm({
      title: t('fields.highlighting.remove'),
      text: t('fields.highlighting.removeText'),
      confirmLabel: t('fields.highlighting.remove'),
      isDangerous: true,
    })
    if (isSure) removeHighlight(rule)
  }
  const data = (text: string) => (
    <Text span inherit ff="monospace" fz="xs" translate="no">
      {text}
    </Text>
  )
  return (
    <li className={classes['rule']}>
      <Swatch rule={rule} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {rich('fields.highlighting.rule', { field: data(field), value: data(value) })}
      </Text>
      <ActionIcon
        size="sm"
        aria-label={t('fields.highlighting.removeOf', { field, value })}
        onClick={() => void remove()}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </li>
  )
}

function Swatch({ rule }: { rule: HighlightingRule }) {
  const t = useText()
  const { setHighlight } = useSearchActions()
  const [isOpen, setIsOpen] = useState(false)
  const choose = (color: string) => {
    setHighlight({ ...rule, color })
    setIsOpen(false)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={classes['swatch'] ?? ''}
          aria-label={t('fields.highlighting.colorOf', { field: rule.field, value: rule.value })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ColorSwatch color={rule.color} size={18} withShadow />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('fields.highlighting.palette')}>
        <div className={classes['palette']}>
          {HIGHLIGHT_COLORS.map((color, index) => (
            <UnstyledButton
              key={color}
              className={classes['swatch'] ?? ''}
              aria-label={t('fields.highlighting.color', { number: index + 1, count: HIGHLIGHT_COLORS.length })}
              aria-pressed={color === rule.color}
              onClick={() => choose(color)}
            >
              <ColorSwatch color={color} size={20} radius="sm" withShadow />
            </UnstyledButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
