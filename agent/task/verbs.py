"""Verbs with which instructions begin."""

from __future__ import annotations

from agent.apps.categories import helping

JOINTS = frozenset({"and", "then", "und", "dann", "et", "puis", "y", "luego", "e", "poi"})
"""Words that join instructions: where a part of a task may begin, as after punctuation."""
# In English, German, French, Spanish, Italian, Portuguese, Dutch and Polish. None that may ask for
# more than writing: to search, to send, to answer.
SPELLING = frozenset(
    verb
    for verbs in (
        "write type",
        "schreibe schreib tippe tipp",
        "écris écrire écrivez tape tapez",
        "escribe escriba escribir teclea",
        "scrivi scrivere digita",
        "escreva escrever digite",
        "schrijf typ",
        "napisz wpisz",
    )
    for verb in verbs.split()
)
"""Those behind which a text may stand as it is to be written: “type see you soon”."""
WRITING = SPELLING | frozenset(
    verb
    for verbs in (
        "enter input insert fill put trage trag gib saisis saisissez saisir introduce introduzca",
        "inserisci insira voer wprowadź",
    )
    for verb in verbs.split()
)
ADDING = frozenset(
    verb
    for verbs in (
        "add create insert füge hinzu ergänze ajoute ajoutez añade agrega aggiungi",
        "adicione voeg dodaj",
    )
    for verb in verbs.split()
)
"""Those that ask for one more of something."""
CHOOSING = frozenset(
    verb
    for verbs in (
        "choose select pick tick check set mark enable activate give make change use",
        "wähle setze markiere aktiviere choisis choisissez coche cochez sélectionne active",
        "elige elija marca selecciona scegli seleziona spunta selecione kies selecteer wybierz",
    )
    for verb in verbs.split()
)
"""Those that ask that something be chosen or given."""
PRESSING = frozenset(
    verb
    for verbs in (
        "press click hit submit confirm send",
        "drücke klicke bestätige appuie appuyez clique cliquez valide pulsa haz premi clicca",
    )
    for verb in verbs.split()
)
"""Those that ask that a button be pressed."""
CLOSING = frozenset(
    ("close", "schließen", "fermer", "cerrar", "chiudi", "fechar", "sluiten", "zamknij", "x")
)
"""How the names of things begin that leave what was written where it is."""
_OTHERS = frozenset(
    verb
    for verbs in (
        "set switch turn save delete remove rename copy move add send cancel archive change",
        "replace make create print find search mark put give attach reply forward log sign",
        "stelle schalte speichere lösche benenne kopiere verschiebe füge sende ändere ersetze",
        "enregistre supprime copie déplace ajoute envoie",
        "guarda borra copia mueve añade envía salva cancella sposta aggiungi invia",
    )
    for verb in verbs.split()
)
DOING = WRITING | ADDING | _OTHERS | helping("on_screen") | helping("starting")
"""All by which a part of a task may begin."""
