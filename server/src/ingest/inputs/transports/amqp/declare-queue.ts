import type { Channel, ChannelModel } from 'amqplib'
import type { AmqpSettings } from './amqp-settings.ts'

const NOT_FOUND = 404

/**
 * Declares a durable queue if there is none of this name: an existing one may have other properties, such as the type
 * `quorum`, with which a declaration would be refused.
 */
export async function declareQueue(model: ChannelModel, queue: string, { binding }: AmqpSettings): Promise<void> {
  const exists = await onChannel(model, (channel) => channel.checkQueue(queue)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === NOT_FOUND) return false
      throw error
    },
  )
  if (exists && binding === undefined) return
  await onChannel(model, async (channel) => {
    if (!exists) await channel.assertQueue(queue, { durable: true, exclusive: false, autoDelete: false })
    if (binding !== undefined) await channel.bindQueue(queue, binding.exchange, binding.routingKey)
  })
}

/** On a channel of its own, because the broker closes the channel of a refused request. */
async function onChannel(model: ChannelModel, run: (channel: Channel) => Promise<unknown>): Promise<void> {
  const channel = await model.createChannel()
  // The request rejects too.
  channel.on('error', () => undefined)
  await run(channel)
  await channel.close()
}
