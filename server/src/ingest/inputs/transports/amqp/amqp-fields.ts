import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { throttleFields } from '../transport-fields.ts'

/** Fields in the order in which answers list them. */
export const amqpFields: ConfigRequest = {
  ...throttleFields,
  broker_hostname: configField('text', 'Broker hostname', 'Host name or address of the broker', '', { required: true }),
  broker_port: configField('number', 'Broker port', 'Usually 5672, with TLS 5671', 5672, {
    attributes: ['is_port_number'],
  }),
  broker_vhost: configField('text', 'Broker virtual host', 'Virtual host of the queues', '/', { required: true }),
  broker_username: configField('text', 'Username', 'Sent only together with a password', ''),
  broker_password: configField('text', 'Password', 'Sent only together with a user name', '', {
    attributes: ['is_password'],
  }),
  prefetch: configField('number', 'Prefetch count', 'Unacknowledged messages per queue', 100, { required: true }),
  queue: configField('text', 'Queue', 'Created if missing; %d is replaced by the number of the queue', 'log-messages', {
    required: true,
  }),
  exchange: configField('text', 'Exchange', 'Existing exchange to bind the queue to', 'log-messages', {
    required: true,
  }),
  exchange_bind: configField('boolean', 'Bind to exchange', 'Bind the queue to the exchange', false),
  routing_key: configField('text', 'Routing key', 'Routing key of the binding', '#', { required: true }),
  parallel_queues: configField('number', 'Number of Queues', 'Queues to consume in parallel', 1, { required: true }),
  heartbeat: configField('number', 'Heartbeat timeout', 'Seconds until a silent broker counts as lost; 0 = never', 60),
  tls: configField('boolean', 'Enable TLS?', "Encrypt, and verify the broker's certificate", false),
  requeue_invalid_messages: configField(
    'boolean',
    'Re-queue invalid messages?',
    'Return messages that cannot be accepted to the queue; otherwise they are discarded',
    true,
  ),
}
