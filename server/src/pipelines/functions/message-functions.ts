/** Functions that drop, create and route messages. */
import { defineFunction, type RuleRun, type RuleStream } from '../evaluation/rule-run.ts'
import { dateTime } from './date-params.ts'
import { flag, inMessage, optional, text } from './params.ts'

const dropMessage = defineFunction({
  name: 'drop_message',
  description: 'Discards a message: it is not stored. The remaining rules still run on it.',
  example: { source: 'drop_message();', result: 'message dropped' },
  params: [inMessage],
  returns: 'Void',
  isPure: true,
  call([message], run) {
    const target = message ?? run.message
    target.drop()
    return null
  },
})

const createMessage = defineFunction({
  name: 'create_message',
  description: 'Creates a message. It is on no stream and is discarded unless a rule routes it to one.',
  example: {
    source: 'let copy = create_message("login"); route_to_stream(name: "Logins", message: copy);',
    result: 'new message: login, source web-1, stream Logins',
  },
  params: [
    optional(text('message', 'Its text. That of the current message by default.')),
    optional(text('source', 'Its source. That of the current message by default.')),
    optional(dateTime('timestamp', 'Its time. Now by default.')),
  ],
  returns: 'Message',
  call: ([text, source, timestamp], run) =>
    run.createMessage(text ?? null, source ?? null, timestamp == null ? null : timestamp.instantMs),
})

const cloneMessage = defineFunction({
  name: 'clone_message',
  description:
    'Copies a message with all fields and streams. The pipelines of its streams also process the copy: a rule that copies every message never ends on its own, and is stopped.',
  example: { source: 'clone_message();', result: 'new message: login of ada, source web-1' },
  params: [inMessage],
  returns: 'Message',
  call: ([message], run) => run.cloneMessage(message ?? run.message),
})

const streamName = optional(text('name', 'The title of the stream. If several streams have it, all of them.'))
const streamId = optional(text('id', 'The id of the stream, instead of a title.'))

function streamsOf(run: RuleRun, id: string | null | undefined, title: string | null | undefined) {
  if (id == null) return title == null ? [] : run.streamsByTitle(title)
  const stream = run.streamById(id)
  return stream === undefined ? [] : [stream]
}

const isRunning = ({ isPaused }: RuleStream): boolean => !isPaused

const routeToStream = defineFunction({
  name: 'route_to_stream',
  description: 'Adds a message to a stream. An unknown or paused stream changes nothing.',
  example: { source: 'route_to_stream("Logins");', result: 'stream Logins added' },
  params: [
    streamName,
    streamId,
    inMessage,
    optional(flag('remove_from_default', 'Removes the message from the default stream. False by default.')),
  ],
  returns: 'Void',
  call([name, id, message, leavesDefault], run) {
    const target = message ?? run.message
    const streams = streamsOf(run, id, name).filter(isRunning)
    for (const stream of streams) target.addStream(stream.id)
    const staysOnDefault = streams.some((stream) => stream.id === run.defaultStreamId)
    if (streams.length > 0 && leavesDefault === true && !staysOnDefault) target.removeStream(run.defaultStreamId)
    return null
  },
})

const removeFromStream = defineFunction({
  name: 'remove_from_stream',
  description: 'Removes a message from a stream. A message without any other stream goes to the default stream.',
  example: {
    source: 'route_to_stream("Logins"); remove_from_stream("Logins");',
    result: 'nothing',
  },
  params: [streamName, streamId, inMessage],
  returns: 'Void',
  call([name, id, message], run) {
    const target = message ?? run.message
    const streams = streamsOf(run, id, name)
    for (const stream of streams) target.removeStream(stream.id)
    if (streams.length > 0 && target.streamIds.length === 0) target.addStream(run.defaultStreamId)
    return null
  },
})

const fromInput = defineFunction({
  name: 'from_input',
  description: 'Checks whether the current message arrived at an input that runs on this node.',
  example: { source: 'from_input(name: "syslog udp")', result: 'true' },
  params: [
    optional(text('id', 'The id of the input.')),
    optional(text('name', 'The title of the input, in upper or lower case, instead of an id.')),
  ],
  returns: 'Boolean',
  call([id, name], { input }) {
    if (id != null) return input?.id === id
    if (name != null) return input?.title.toLowerCase() === name.toLowerCase()
    return null
  },
})

export const messageFunctions = [cloneMessage, createMessage, dropMessage, fromInput, removeFromStream, routeToStream]
