# Functions for the lines of commands.txt. Each line starts in an empty folder.

# The database of dbtool, with two items.
items() {
  printf 'sku,name,count\nA-1,Bolt,3\nA-2,Nut,4\n' >items.csv
  dbtool init >/dev/null && dbtool process items.csv >/dev/null
}

# Runs `dbtool process` with a file of this content.
csv() { # CONTENT ARGUMENTS...
  printf "$1" >in.csv
  dbtool init >/dev/null
  dbtool process in.csv "${@:2}"
}

# Runs `dbtool validate` with a file of this content.
toml() { # CONTENT ARGUMENTS...
  printf "$1" >in.toml
  dbtool validate in.toml "${@:2}"
}

# Starts a server and sets $url to the first line that it prints.
server() { # PROGRAM ARGUMENTS...
  "$@" </dev/null >../server.out 2>../server.log &
  local tries
  for tries in {1..500}; do
    if [[ -s ../server.out ]]; then
      read -r url <../server.out
      return
    fi
    sleep 0.01
  done
}

# Saves a token.
login() {
  echo t0k3n | cloudctl auth login >/dev/null
}

# Calls the server. Prints the status, all headers and the body.
http() { # METHOD PATH CURL_OPTIONS...
  curl -sS -i --path-as-is -X "$1" "$url$2" "${@:3}"
  echo
}

# Prints the messages of a client that calls tools.
calls() { # PARAMETERS_OF_A_CALL...
  local id=2
  cat <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"compare","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
END
  # The server answers concurrently.
  for call in "$@"; do
    sleep 0.1
    id=$((id + 1))
    printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":%s}\n' "$id" "$call"
  done
  sleep 0.2
}

# A knowledge base with an entry.
knowledge() {
  export KB_DB=kb.json
  kb init >/dev/null && kb add first --title First --body 'The first body.' >/dev/null
}
