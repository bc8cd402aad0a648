/** The meter of the messages that were routed into a stream. */
export const messagesMetric = (streamId: string): string =>
  `org.graylog2.plugin.streams.Stream.${streamId}.incomingMessages`
