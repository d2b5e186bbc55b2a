import type { Option } from "../command.ts";
import { readPlaceholder, type Placeholder } from "../placeholder.ts";
import type { Place } from "./command-line.ts";

/** The completion script for bash, 3.2 and newer; it needs no other package. */
export function bashCompletion(places: readonly Place[]): string {
  return `# Completion of podgraft for bash. Now: source <(podgraft completion bash)
# For good: podgraft completion bash > ~/.local/share/bash-completion/completions/podgraft

# The options that may stand at a place.
_podgraft_options() {
  case "$1" in
${places.map(({ words, options }) => `    ${quoted(words)}) printf '%s\\n' ${options.flatMap(spellings).join(" ")} ;;`).join("\n")}
  esac
}

# What the value of an option is: "words ...", "files", "folders" or "text"; nothing for a switch.
_podgraft_value() {
  case "$1 $2" in
${places.flatMap(valueCases).join("\n")}
  esac
}

# What stands at a place before or instead of operands.
_podgraft_words() {
  case "$1" in
${places
  .filter(({ offers }) => offers.length > 0)
  .map(({ words, offers }) => `    ${quoted(words)}) printf '%s\\n' ${offers.map(({ word }) => word).join(" ")} ;;`)
  .join("\n")}
  esac
}

# What operands are at a place.
_podgraft_operands() {
  case "$1" in
${places
  .filter(({ operands }) => operands.kind !== "text")
  .map(({ words, operands }) => `    ${quoted(words)}) printf '%s\\n' ${kindText(operands)} ;;`)
  .join("\n")}
  esac
}

_podgraft_reply() {
  local kind=$1 typed=$2 prefix=$3
  case $kind in
    words\\ *)
      local IFS=$' \\n'
      COMPREPLY=($(compgen -P "$prefix" -W "\${kind#words }" -- "$typed"))
      ;;
    files)
      compopt -o filenames 2> /dev/null
      COMPREPLY=($(compgen -P "$prefix" -f -- "$typed"))
      ;;
    folders)
      compopt -o filenames 2> /dev/null
      COMPREPLY=($(compgen -P "$prefix" -d -- "$typed"))
      ;;
  esac
}

_podgraft() {
  COMPREPLY=()
  # bash takes --format=json apart at the sign; here it is one word again.
  local -a typed=()
  local index word glue= last=
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ -n $glue || ($word == "=" && \${#typed[@]} -gt 0) ]]; then
      typed[\${#typed[@]} - 1]+=$word
    else
      typed+=("$word")
    fi
    if [[ $word == "=" ]]; then glue=1; else glue=; fi
  done
  last=\${typed[\${#typed[@]} - 1]}
  unset "typed[\${#typed[@]} - 1]"

  local place= waiting= operands=0 ended= offers
  for word in \${typed[@]+"\${typed[@]}"}; do
    if [[ -n $waiting ]]; then
      waiting=
    elif [[ -n $ended || $word != -* || $word == "-" ]]; then
      offers=" $(_podgraft_words "$place" | tr '\\n' ' ')"
      case "$place" in
        ${groupPattern(places)}) if [[ $offers == *" $word "* ]]; then place=\${place:+$place }$word; else return; fi ;;
        *)
          operands=$((operands + 1))
          case "$place" in ${passThroughPattern(places)}) ended=1 ;; esac
          ;;
      esac
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word != *=* && -n $(_podgraft_value "$place" "$word") ]]; then
      waiting=$word
    fi
  done

  local IFS=$'\\n'
  if [[ -n $waiting ]]; then
    _podgraft_reply "$(_podgraft_value "$place" "$waiting")" "$last" ""
  elif [[ -z $ended && $last == --*=* ]]; then
    local prefix=
    [[ $COMP_WORDBREAKS == *=* ]] || prefix=\${last%%=*}=
    _podgraft_reply "$(_podgraft_value "$place" "\${last%%=*}")" "\${last#*=}" "$prefix"
  elif [[ -z $ended && $last == -* ]]; then
    COMPREPLY=($(compgen -W "$(_podgraft_options "$place")" -- "$last"))
  else
    offers=$(_podgraft_words "$place")
    if [[ -n $offers && $operands -eq 0 ]]; then
      COMPREPLY=($(compgen -W "$offers" -- "$last"))
    else
      _podgraft_reply "$(_podgraft_operands "$place")" "$last" ""
    fi
  fi
}

complete -F _podgraft podgraft
`;
}

function spellings({ name, short }: Option): string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

function valueCases({ words, options }: Place): string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return [];
    const patterns = spellings(option).map((spelling) => quoted(`${words} ${spelling}`));
    return [`    ${patterns.join(" | ")}) printf '%s\\n' ${kindText(readPlaceholder(option.value))} ;;`];
  });
}

function kindText(placeholder: Placeholder): string {
  return placeholder.kind === "choice" ? quoted(`words ${placeholder.words.join(" ")}`) : placeholder.kind;
}

function groupPattern(places: readonly Place[]): string {
  return places.flatMap(({ words, isGroup }) => (isGroup ? [quoted(words)] : [])).join(" | ");
}

function passThroughPattern(places: readonly Place[]): string {
  return places.flatMap(({ words, passThrough }) => (passThrough ? [quoted(words)] : [])).join(" | ");
}

function quoted(text: string): string {
  return `'${text}'`;
}
