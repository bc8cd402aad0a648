#!/bin/sh
# Logyard with the settings of the service. Commands that touch its data run as its user: sudo -u logyard logyard ...
settings=/etc/logyard/logyard.env
if [ -r "$settings" ]; then set -- --env-file "$settings" "$@"; fi
exec /usr/lib/logyard/logyard "$@"
