"""Words for made pages: what applications say, in several languages, and values of many sorts."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Tongue:
    """What applications say in a language: commands, names of places to go to, of fields and of
    choices, and whole sentences."""

    commands: tuple[str, ...]
    places: tuple[str, ...]
    fields: tuple[str, ...]
    choices: tuple[str, ...]
    sentences: tuple[str, ...]


def _tongue(commands: str, places: str, fields: str, choices: str, sentences: str) -> Tongue:
    split = (tuple(part.split("|")) for part in (commands, places, fields, choices, sentences))
    return Tongue(*split)


TONGUES: dict[str, Tongue] = {
    "en": _tongue(
        "Save|Cancel|OK|Apply|Delete|Edit|Open|Close|New|Add item|Send|Reply|Forward|Search|Next"
        "|Back|Continue|Sign in|Sign out|Register|Download|Upload|Export|Import|Print|Copy|Paste"
        "|Undo|Redo|Share|Refresh|Filter|Sort|Invite|Upgrade|Buy now|Add to cart|Archive|Rename"
        "|Save as...|Find and replace|Select all|Run|Stop|Pause|Retry|Learn more|View details"
        "|Create project|Reset|Submit|Install|Preview|Publish|Discard|Move to...|Mark as read",
        "Home|Dashboard|Inbox|Sent|Drafts|Spam|Trash|Projects|Reports|Settings|Users|Teams|Billing"
        "|Orders|Products|Customers|Calendar|Messages|Documents|Pictures|Music|Downloads|Desktop"
        "|Analytics|Security|Privacy|Notifications|Integrations|Help|About|General|Appearance"
        "|Network|Display|Sound|Storage|Accounts|Language|Keyboard|Mouse|Printers|Updates|Backup",
        "Name|First name|Last name|E-mail|Password|Phone|Company|Street|City|Postcode|Country"
        "|Date of birth|Title|Subject|Message|Amount|Quantity|Price|Currency|Start date|End date"
        "|Time zone|User name|Host|Port|Path|Description|Comment|Tags|Category|Priority|Status"
        "|Owner|Due date|Card number|Website|Width|Height|Font size|Search term|Reference|Notes",
        "Remember me|Show hidden files|Send me a copy|Enable sync|Dark mode|Bold|Italic|Daily"
        "|Weekly|Monthly|Never|Always|Ask every time|High|Medium|Low|Small|Large|Automatic|Manual"
        "|Use proxy|Start with the system|Check spelling|Wrap lines|Receive newsletter|Read only"
        "|Match case|Whole words|Portrait|Landscape|Visible to everyone|Only me|Express|Standard",
        "Choose where new files are kept on this computer.|Changes take effect after a restart."
        "|Your trial ends in 12 days.|Last saved at 14:32 by Anna Berg|3 of 28 items selected"
        "|This address is not valid.|The password is too short.|Keep the window on top of others"
        "|Updates are fetched in the background and installed at night"
        "|We use this number only to send you a code.|No new messages since Monday"
        "|Files larger than 25 MB are sent as a link|The connection to the server was lost"
        "|Do you want to save the changes to budget.xlsx?|Storage used: 13.4 GB of 50 GB"
        "|Invoices are due within 30 days|Show the number of unread messages in the title",
    ),
    "de": _tongue(
        "Speichern|Abbrechen|OK|Übernehmen|Löschen|Bearbeiten|Öffnen|Schließen|Neu|Hinzufügen"
        "|Senden|Antworten|Suchen|Weiter|Zurück|Anmelden|Abmelden|Herunterladen|Drucken|Kopieren"
        "|Einfügen|Rückgängig|Teilen|Aktualisieren|Filtern|Jetzt kaufen|Umbenennen|Alles auswählen",
        "Start|Übersicht|Posteingang|Gesendet|Entwürfe|Papierkorb|Projekte|Berichte|Einstellungen"
        "|Benutzer|Rechnungen|Bestellungen|Produkte|Kunden|Kalender|Nachrichten|Dokumente|Bilder"
        "|Musik|Sicherheit|Datenschutz|Benachrichtigungen|Hilfe|Allgemein|Netzwerk|Anzeige",
        "Name|Vorname|Nachname|E-Mail|Passwort|Telefon|Firma|Straße|Ort|Postleitzahl|Land"
        "|Geburtsdatum|Betreff|Nachricht|Betrag|Menge|Währung|Zeitzone|Benutzername|Beschreibung",
        "Angemeldet bleiben|Versteckte Dateien anzeigen|Täglich|Wöchentlich|Nie|Immer|Hoch|Mittel"
        "|Niedrig|Automatisch|Rechtschreibung prüfen|Groß-/Kleinschreibung|Hochformat|Querformat",
        "Änderungen werden erst nach einem Neustart wirksam.|Ihr Abonnement endet in 12 Tagen."
        "|Zuletzt gespeichert um 14:32 Uhr|3 von 28 Einträgen ausgewählt|Das Passwort ist zu kurz."
        "|Belegter Speicher: 13,4 GB von 50 GB|Möchten Sie die Änderungen speichern?",
    ),
    "fr": _tongue(
        "Enregistrer|Annuler|Valider|Supprimer|Modifier|Ouvrir|Fermer|Nouveau|Ajouter|Envoyer"
        "|Répondre|Rechercher|Suivant|Précédent|Se connecter|Télécharger|Imprimer|Copier|Coller"
        "|Partager|Actualiser|Filtrer|Acheter|Renommer|Tout sélectionner|Aperçu|Publier",
        "Accueil|Tableau de bord|Boîte de réception|Envoyés|Brouillons|Corbeille|Projets|Rapports"
        "|Paramètres|Utilisateurs|Factures|Commandes|Produits|Clients|Calendrier|Messages|Sécurité"
        "|Confidentialité|Aide|Général|Réseau|Affichage|Comptes|Langue",
        "Nom|Prénom|Adresse e-mail|Mot de passe|Téléphone|Société|Rue|Ville|Code postal|Pays|Objet"
        "|Message|Montant|Quantité|Devise|Fuseau horaire|Description|Catégorie|Priorité|Échéance",
        "Se souvenir de moi|Afficher les fichiers cachés|Chaque jour|Chaque semaine|Jamais|Toujours"
        "|Élevée|Moyenne|Faible|Automatique|Manuel|Mode sombre|Respecter la casse",
        "Les modifications seront prises en compte après le redémarrage.|Mot de passe trop court."
        "|3 éléments sur 28 sélectionnés|Espace utilisé : 13,4 Go sur 50 Go"
        "|Voulez-vous enregistrer les modifications ?|Dernière mise à jour à 14:32",
    ),
    "es": _tongue(
        "Guardar|Cancelar|Aceptar|Aplicar|Eliminar|Editar|Abrir|Cerrar|Nuevo|Añadir|Enviar"
        "|Responder|Buscar|Siguiente|Atrás|Iniciar sesión|Descargar|Imprimir|Copiar|Pegar"
        "|Compartir|Actualizar|Filtrar|Comprar|Renombrar|Seleccionar todo|Publicar",
        "Inicio|Panel|Bandeja de entrada|Enviados|Borradores|Papelera|Proyectos|Informes|Ajustes"
        "|Usuarios|Facturas|Pedidos|Productos|Clientes|Calendario|Mensajes|Seguridad|Ayuda|Red",
        "Nombre|Apellidos|Correo electrónico|Contraseña|Teléfono|Empresa|Calle|Ciudad|País|Asunto"
        "|Mensaje|Importe|Cantidad|Moneda|Zona horaria|Descripción|Categoría|Prioridad|Fecha",
        "Recordarme|Mostrar archivos ocultos|Cada día|Cada semana|Nunca|Siempre|Alta|Media|Baja"
        "|Automático|Manual|Modo oscuro|Revisar ortografía|Vertical|Horizontal",
        "Los cambios se aplicarán al reiniciar.|La contraseña es demasiado corta."
        "|3 de 28 elementos seleccionados|Espacio usado: 13,4 GB de 50 GB"
        "|¿Desea guardar los cambios?|Última copia de seguridad: ayer a las 14:32",
    ),
    "nl": _tongue(
        "Opslaan|Annuleren|Toepassen|Verwijderen|Bewerken|Openen|Sluiten|Nieuw|Toevoegen|Verzenden"
        "|Zoeken|Volgende|Vorige|Inloggen|Downloaden|Afdrukken|Kopiëren|Plakken|Delen|Vernieuwen",
        "Start|Overzicht|Postvak IN|Verzonden|Concepten|Prullenbak|Projecten|Instellingen|Facturen"
        "|Bestellingen|Klanten|Agenda|Berichten|Beveiliging|Meldingen|Hulp|Algemeen|Netwerk",
        "Naam|Voornaam|Achternaam|E-mailadres|Wachtwoord|Telefoon|Bedrijf|Straat|Plaats|Land"
        "|Onderwerp|Bericht|Bedrag|Aantal|Tijdzone|Omschrijving|Geboortedatum",
        "Onthoud mij|Dagelijks|Wekelijks|Nooit|Altijd|Hoog|Gemiddeld|Laag|Automatisch|Alleen lezen",
        "Wijzigingen worden na het herstarten toegepast.|Het wachtwoord is te kort."
        "|3 van 28 items geselecteerd|Wilt u de wijzigingen opslaan?",
    ),
    "pl": _tongue(
        "Zapisz|Anuluj|Zastosuj|Usuń|Edytuj|Otwórz|Zamknij|Nowy|Dodaj|Wyślij|Odpowiedz|Szukaj"
        "|Dalej|Wstecz|Zaloguj się|Pobierz|Drukuj|Kopiuj|Wklej|Udostępnij|Odśwież|Filtruj",
        "Start|Pulpit|Odebrane|Wysłane|Kosz|Projekty|Raporty|Ustawienia|Użytkownicy|Faktury"
        "|Zamówienia|Klienci|Kalendarz|Wiadomości|Bezpieczeństwo|Pomoc|Ogólne|Sieć",
        "Imię|Nazwisko|E-mail|Hasło|Telefon|Firma|Ulica|Miasto|Kraj|Temat|Wiadomość|Kwota|Ilość"
        "|Waluta|Strefa czasowa|Opis|Kategoria|Priorytet|Termin",
        "Zapamiętaj mnie|Codziennie|Co tydzień|Nigdy|Zawsze|Wysoki|Średni|Niski|Ręcznie",
        "Zmiany zostaną wprowadzone po ponownym uruchomieniu.|Hasło jest za krótkie."
        "|Zaznaczono 3 z 28 elementów|Czy chcesz zapisać zmiany?",
    ),
    "tr": _tongue(
        "Kaydet|İptal|Uygula|Sil|Düzenle|Aç|Kapat|Yeni|Ekle|Gönder|Yanıtla|Ara|İleri|Geri"
        "|Giriş yap|İndir|Yazdır|Kopyala|Yapıştır|Paylaş|Yenile|Süz",
        "Ana sayfa|Gelen kutusu|Gönderilenler|Taslaklar|Çöp kutusu|Projeler|Raporlar|Ayarlar"
        "|Kullanıcılar|Faturalar|Siparişler|Müşteriler|Takvim|Güvenlik|Yardım|Genel|Ağ",
        "Ad|Soyad|E-posta|Parola|Telefon|Şirket|Şehir|Ülke|Konu|İleti|Tutar|Miktar|Açıklama",
        "Beni hatırla|Her gün|Her hafta|Hiçbir zaman|Her zaman|Yüksek|Orta|Düşük|Otomatik",
        "Değişiklikler yeniden başlatınca geçerli olur.|Parola çok kısa."
        "|28 öğeden 3 tanesi seçildi|Değişiklikleri kaydetmek istiyor musunuz?",
    ),
    "sv": _tongue(
        "Spara|Avbryt|Verkställ|Ta bort|Redigera|Öppna|Stäng|Ny|Lägg till|Skicka|Svara|Sök|Nästa"
        "|Tillbaka|Logga in|Hämta|Skriv ut|Kopiera|Klistra in|Dela|Uppdatera|Filtrera",
        "Hem|Översikt|Inkorg|Skickat|Utkast|Papperskorg|Projekt|Rapporter|Inställningar|Användare"
        "|Fakturor|Beställningar|Kunder|Kalender|Säkerhet|Hjälp|Allmänt|Nätverk",
        "Namn|Förnamn|Efternamn|E-post|Lösenord|Telefon|Företag|Gata|Ort|Land|Ämne|Belopp|Antal",
        "Kom ihåg mig|Dagligen|Varje vecka|Aldrig|Alltid|Hög|Medel|Låg|Automatiskt",
        "Ändringarna gäller efter omstart.|Lösenordet är för kort.|3 av 28 objekt är markerade"
        "|Vill du spara ändringarna?",
    ),
}


def _list(words: str) -> list[str]:
    return words.split()


_FIRST = _list(
    "Anna Ben Clara David Eva Felix Greta Hugo Ines Jonas Karla Luca Mia Noah Olga Paul "
    "Rosa Sven Tara Uwe Vera Walter Yara Zoë Chloé José Łukasz Søren Ayşe Björn Mehmet "
    "Priya Kenji Amara"
)
_LAST = _list(
    "Berg Cohen Díaz Evans Fischer García Huber Ivanov Jensen Keller Lopez Müller Nowak "
    "Okafor Patel Quinn Rossi Schmidt Tanaka Ueda Vogel Weber Young Zhang Dubois O'Neill "
    "Sørensen Kaya"
)
_THINGS = _list(
    "budget invoice photo report notes holiday backup draft contract index setup readme "
    "slides logo archive letter taxes plan meeting recipe music data"
)
_ENDINGS = _list("txt pdf docx xlsx png jpg zip py csv html mp3 odt md log")
_CITIES = _list(
    "Berlin Paris London Madrid Roma Wien Kraków Porto Oslo Zürich Gent Graz Lyon Köln Malmö Izmir"
)


def person(chance: Random) -> str:
    return f"{chance.choice(_FIRST)} {chance.choice(_LAST)}"


def city(chance: Random) -> str:
    return chance.choice(_CITIES)


def file_name(chance: Random) -> str:
    stem = chance.choice(_THINGS)
    more = chance.choice(["", "", "_2024", "-final", " (2)", "_v3", "01"])
    return f"{stem}{more}.{chance.choice(_ENDINGS)}"


def date(chance: Random) -> str:
    day, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(2015, 2027)
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    forms = (f"{year}-{month:02}-{day:02}", f"{day:02}.{month:02}.{year}", f"{month}/{day}/{year}")
    named = f"{day} {months[month - 1]} {year}"
    return chance.choice([*forms, named, f"{chance.randint(0, 23)}:{chance.randint(0, 59):02}"])


def price(chance: Random) -> str:
    amount = chance.choice([chance.uniform(0.5, 99), chance.uniform(100, 99_999)])
    sign = chance.choice("$€£")
    return chance.choice([f"{sign}{amount:,.2f}", f"{amount:.2f} {sign}", f"{sign} {amount:.0f}"])


def mail_address(chance: Random) -> str:
    first, last = chance.choice(_FIRST), chance.choice(_LAST)
    plain = "".join(c for c in f"{first}.{last}".lower() if c.isascii() and c not in "' ")
    return f"{plain}@{chance.choice(['example.org', 'example.com', 'mail.example', 'acme.test'])}"


def path(chance: Random) -> str:
    name = chance.choice(_FIRST).lower()
    windows = f"C:\\Users\\{name}\\{chance.choice(_THINGS)}\\{file_name(chance)}"
    return chance.choice([f"/home/{name}/{chance.choice(_THINGS)}/{file_name(chance)}", windows])


def number(chance: Random) -> str:
    return chance.choice(
        [
            str(chance.randint(0, 20)),
            f"{chance.randint(0, 99_999):,}",
            f"{chance.uniform(-50, 150):.2f}",
            f"{chance.randint(0, 100)}%",
            f"#{chance.randint(1000, 99_999)}",
            f"{chance.randint(1, 900)} {chance.choice(['KB', 'MB', 'GB', 'px', 'ms'])}",
        ]
    )


def value(chance: Random) -> str:
    """Any short value, as cells of tables and fields of forms hold it."""
    makers = (person, city, file_name, date, price, mail_address, number, path)
    return chance.choices(makers, weights=(4, 2, 2, 3, 3, 2, 4, 1))[0](chance)
