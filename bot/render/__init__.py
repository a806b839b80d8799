"""Every picture of the bot: frozen values say what to show, pure geometry says where, Pillow draws it in a worker."""

from bot.render.encode import Picture
from bot.render.labels import Labels
from bot.render.pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.pool import Pictures

__all__ = ["HandPicture", "Labels", "LobbyPicture", "Picture", "Pictures", "ResultPicture", "TablePicture"]
