import {
  ActionIcon,
  Alert,
  Button,
  CloseButton,
  FloatingWindow,
  Group,
  Menu,
  Text,
  Textarea,
  Tooltip,
} from '@mantine/core'
import { useClipboard, useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDots, IconHelpCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import classes from './scratchpad.module.css'
import { EMPTY_SCRATCHPAD, readScratchpad, type ScratchpadState, writeScratchpad } from './scratchpad-store.ts'

const SAVED_SHOWN_MS = 1_500
const COPIED_SHOWN_MS = 1_000

/** A movable, resizable window for notes, which are saved in this browser as the user types and never sent. */
export function Scratchpad({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { username } = useCurrentUser()
  const [state, setState] = useState(() => readScratchpad(window.localStorage, username))
  const [isSavedShown, setIsSavedShown] = useState(false)
  const saved = useTimeout(() => setIsSavedShown(false), SAVED_SHOWN_MS)
  const change = (changes: Partial<ScratchpadState>) => setState((old) => ({ ...old, ...changes }))
  useEffect(() => writeScratchpad(window.localStorage, username, state), [username, state])
  useEffect(() => {
    setState((old) => ({ ...old, opened: true }))
    return () =>
      writeScratchpad(window.localStorage, username, {
        ...readScratchpad(window.localStorage, username),
        opened: false,
      })
  }, [username])
  const showSaved = () => {
    setIsSavedShown(true)
    saved.start()
  }
  const { width, height } = state.size
  const { width: minWidth, height: minHeight } = EMPTY_SCRATCHPAD.size
  return (
    <FloatingWindow
      className={classes['window'] ?? ''}
      initialPosition={
        state.position === null ? { right: 24, bottom: 24 } : { left: state.position.x, top: state.position.y }
      }
      constrainToViewport
      dragHandleSelector="[data-drag]"
      excludeDragHandleSelector="button"
      dimensions={{ initialWidth: width, initialHeight: height, minWidth, minHeight }}
      onPositionChange={(position) => change({ position })}
      onSizeChange={(size) => change({ size })}
      shadow="lg"
      role="dialog"
      aria-label={t('shell.scratchpad')}
    >
      <Group className={classes['title'] ?? ''} data-drag justify="space-between">
        <Group gap={6}>
          <Text fw={600} size="sm">
            {t('shell.scratchpad')}
          </Text>
          <Tooltip label={t('shell.scratchpad.help')} multiline maw={280}>
            <IconHelpCircle size={14} role="img" aria-label={t('shell.scratchpad.help')} />
          </Tooltip>
        </Group>
        <CloseButton size="sm" aria-label={t('shell.scratchpad.close')} onClick={onClose} />
      </Group>
      {!state.securityConfirmed && (
        <Alert color="amber" m="sm" mb={0} py="xs">
          <Group gap="sm" wrap="nowrap">
            <Text size="sm">{t('shell.scratchpad.warning')}</Text>
            <Button size="compact-xs" variant="default" flex="none" onClick={() => change({ securityConfirmed: true })}>
              {t('shell.scratchpad.gotIt')}
            </Button>
          </Group>
        </Alert>
      )}
      <Textarea
        className={classes['text'] ?? ''}
        classNames={{ wrapper: classes['fill'] ?? '', input: classes['input'] ?? '' }}
        aria-label={t('shell.scratchpad.text')}
        value={state.value}
        onChange={(event) => change({ value: event.currentTarget.value })}
        onBlur={showSaved}
        data-autofocus
        autoFocus
      />
      <ScratchpadActions value={state.value} isSavedShown={isSavedShown} onClear={() => change({ value: '' })} />
      <FloatingWindow.ResizeHandle aria-label={t('shell.scratchpad.resize')} />
    </FloatingWindow>
  )
}

interface ActionsProps {
  readonly value: string
  readonly isSavedShown: boolean
  readonly onClear: () => void
}

function ScratchpadActions({ value, isSavedShown, onClear }: ActionsProps) {
  const t = useText()
  const confirm = useConfirm()
  const clipboard = useClipboard({ timeout: COPIED_SHOWN_MS })
  const clear = async () => {
    const agreed = await confirm({
      title: t('shell.scratchpad.clear.title'),
      text: t('shell.scratchpad.clear.text'),
      confirmLabel: t('shell.scratchpad.clear'),
      isDangerous: true,
    })
    if (agreed) onClear()
  }
  return (
    <Group className={classes['actions'] ?? ''} justify="space-between">
      <Text size="xs" c="dimmed" role="status">
        {isSavedShown ? t('shell.scratchpad.saved') : ''}
      </Text>
      <Group gap={4}>
        <Button
          size="xs"
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => clipboard.copy(value)}
        >
          {clipboard.copied ? t('ui.copied') : t('shell.scratchpad.copy')}
        </Button>
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t('shell.scratchpad.more')}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" onClick={() => void clear()}>
              {t('shell.scratchpad.clear')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  )
}
